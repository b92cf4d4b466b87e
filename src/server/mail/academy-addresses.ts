/** The only addresses that mail may come from and go to. Anything else would make the endpoint an open relay. */
export interface AcademyAddresses {
  /** The one address that mails are sent from. */
  sender: string;
  /** The academy's own address and those of its staff. */
  recipients: readonly string[];
}
