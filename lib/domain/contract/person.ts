import * as z from 'zod'
import { Instant } from '../instant'

/** Viewers read, reviewers decide and chat as well, owners do the rest too. */
export const Role = z.enum(['owner', 'reviewer', 'viewer'])
export type Role = z.infer<typeof Role>

/** Who is signed in. */
export type Person = { id: string; name: string; role: Role }

/** Who wrote something, as they were called then. */
export const Author = z.object({ id: z.string(), name: z.string() })
export type Author = z.infer<typeof Author>

export const authorOf = ({ id, name }: Person): Author => ({ id, name })

/** The owner of the installation: whoever holds its access token. */
export const OWNER: Person = { id: 'owner', name: 'Owner', role: 'owner' }

const RANK: Record<Role, number> = { viewer: 0, reviewer: 1, owner: 2 }

export const hasRole = (person: Person, role: Role): boolean => RANK[person.role] >= RANK[role]

/** A token signs in and is sent by programs; what it is was shown once. */
const PersonToken = z.object({ id: z.string(), createdAt: Instant, lastUsedAt: Instant.optional() })

/** Somebody of the team. The owner who holds the access token has none of these tokens. */
export const PersonItem = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  tokens: z.array(PersonToken),
  createdAt: Instant.optional(),
})
export type PersonItem = z.infer<typeof PersonItem>

const name = z.string().trim().min(1).max(100)

export const NewPerson = z.strictObject({ name, role: Role })
export type NewPerson = z.infer<typeof NewPerson>

export const PersonPatch = z.strictObject({ name, role: Role }).partial()
export type PersonPatch = z.infer<typeof PersonPatch>

/** `link` signs a browser in. Neither is ever shown again. */
export const NewToken = z.object({ id: z.string(), token: z.string(), link: z.string() })
export type NewToken = z.infer<typeof NewToken>
