/** Viewers read, reviewers decide and chat as well, owners do the rest too. */
export const ROLES = ['owner', 'reviewer', 'viewer'] as const
export type PersonRole = (typeof ROLES)[number]

/** Who is signed in. */
export type Person = { id: string; name: string; role: PersonRole; email?: string | null }

/** The owner of the installation: whoever holds its access token. */
export const OWNER: Person = { id: 'owner', name: 'Owner', role: 'owner' }

export const hasRole = (person: Person, role: PersonRole): boolean =>
  ROLES.indexOf(person.role) <= ROLES.indexOf(role)

/** Who wrote something, as they were called then. */
export const authorOf = ({ id, name }: Person): { id: string; name: string } => ({ id, name })
