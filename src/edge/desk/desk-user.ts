/** Who works at the desk. Each role may do what those before it may. */
export const DESK_ROLES = ["viewer", "staff", "owner"] as const;

/** viewer: how enrolments and payments stand, without a person's data · staff: everything but · owner: refunds and forgetting */
export type DeskRole = (typeof DESK_ROLES)[number];

export interface DeskUser {
  /** In lower case. */
  readonly email: string;
  readonly role: DeskRole;
}

export function mayAs({ role }: Pick<DeskUser, "role">, asked: DeskRole): boolean {
  return DESK_ROLES.indexOf(role) >= DESK_ROLES.indexOf(asked);
}
