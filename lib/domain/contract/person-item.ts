import * as z from 'zod'
import { Instant } from '../instant'
import { ROLES } from './person'

export const PersonRoleSchema = z.enum(ROLES)

/** The schedule that says something in somebody's name. With `deny`, what policy asks about in its Runs is denied. */
const AuthorSchedule = z.object({ id: z.string(), name: z.string(), unattended: z.enum(['wait', 'deny']) })
export type AuthorSchedule = z.infer<typeof AuthorSchedule>

/** Who wrote something, as they were called then. */
export const Author = z.object({ id: z.string(), name: z.string(), schedule: AuthorSchedule.optional() })
export type Author = z.infer<typeof Author>

/** A token signs in and is sent by programs; what it is was shown once. */
const PersonToken = z.object({ id: z.string(), createdAt: Instant, lastUsedAt: Instant.optional() })

/** Somebody of the team. The owner who holds the access token has none of these tokens. */
export const PersonItem = z.object({
  id: z.string(),
  name: z.string(),
  role: PersonRoleSchema,
  email: z.string().nullish(),
  tokens: z.array(PersonToken),
  createdAt: Instant.optional(),
})
export type PersonItem = z.infer<typeof PersonItem>

const name = z.string().trim().min(1).max(100)

/** `id`: that of somebody who was removed and is let in again by their issuer. */
export const NewPerson = z.strictObject({ name, role: PersonRoleSchema, id: z.uuid().optional() })
export type NewPerson = z.infer<typeof NewPerson>

export const PersonPatch = z.strictObject({ name, role: PersonRoleSchema }).partial()
export type PersonPatch = z.infer<typeof PersonPatch>

/** `link` signs a browser in. Neither is ever shown again. */
export const NewToken = z.object({ id: z.string(), token: z.string(), link: z.string() })
export type NewToken = z.infer<typeof NewToken>
