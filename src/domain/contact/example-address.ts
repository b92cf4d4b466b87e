/** Whether an e-mail or web address is a placeholder, e.g. hello@academy.example or https://x.com/academy_example. */
export function isExampleAddress(address: string): boolean {
  return /(?<![a-z])example(?![a-z])/i.test(address);
}
