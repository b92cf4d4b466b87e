/** Who works at the desk. Each role may do what those before it may. */
export const DESK_ROLES = ["viewer", "staff", "owner"] as const;

/** viewer: the state of enrolments and payments, without personal data · staff: all else but · owner: refunds and forgetting */
export type DeskRole = (typeof DESK_ROLES)[number];

export interface DeskUser {
  /** In lower case. */
  readonly email: string;
  readonly role: DeskRole;
}

export function mayAs({ role }: Pick<DeskUser, "role">, asked: DeskRole): boolean {
  return DESK_ROLES.indexOf(role) >= DESK_ROLES.indexOf(asked);
}
