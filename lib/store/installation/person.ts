import type { Person } from '@/lib/domain/contract/person'
import { type PersonItem, PersonRoleSchema } from '@/lib/domain/contract/person-item'
import { toInstant } from '@/lib/domain/instant'
import type { Tx } from '../connection/database'

type PersonRow = { id: string; name: string; role: string; email: string | null }

/** A role of a newer version lets them read. */
const toPerson = ({ id, name, role, email }: PersonRow): Person => ({
  id,
  name,
  email,
  role: PersonRoleSchema.catch('viewer').parse(role),
})

/** Who somebody is that is there; null for one who was removed. */
export async function findPerson(tx: Tx, id: string): Promise<Person | null> {
  const row = await tx.person.findUnique({ where: { id } })
  return row && toPerson(row)
}

/** Who has the token with this hash, and that it was used. */
export async function personWithToken(
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<(Person & { tokenId: string }) | null> {
  const row = await tx.personToken.findUnique({ where: { tokenHash }, include: { person: true } })
  if (!row) return null
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > USED_MS)
    // A database that can only be read lets people look all the same.
    await tx.personToken
      .updateMany({ where: { id: row.id }, data: { lastUsedAt: now } })
      .catch(() => undefined)
  return { ...toPerson(row.person), tokenId: row.id }
}

/** How exactly it is known when a token was used last. */
const USED_MS = 5 * 60_000

/** All by their names. */
export async function listPersons(tx: Tx): Promise<PersonItem[]> {
  const rows = await tx.person.findMany({
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    include: { tokens: { orderBy: { id: 'asc' } } },
  })
  return rows.map(({ tokens, createdAt, ...row }) => ({
    ...toPerson(row),
    createdAt: toInstant(createdAt),
    tokens: tokens.map(({ id, createdAt: at, lastUsedAt }) => ({
      id,
      createdAt: toInstant(at),
      ...(lastUsedAt && { lastUsedAt: toInstant(lastUsedAt) }),
    })),
  }))
}

export async function insertPerson(tx: Tx, person: Person, at: string): Promise<void> {
  await tx.person.create({ data: { ...person, createdAt: new Date(at) } })
}

export async function savePerson(tx: Tx, { id, ...columns }: Person): Promise<void> {
  await tx.person.update({ where: { id }, data: columns })
}

/** Who somebody is at an issuer, which gives a subject to nobody else. */
export type Identity = { issuer: string; subject: string }

/** Whom an identity is bound to, who may be removed since. */
export const personIdOf = async (tx: Tx, identity: Identity): Promise<string | undefined> =>
  (await tx.personIdentity.findUnique({ where: { issuer_subject: identity } }))?.personId

export async function bindIdentity(tx: Tx, data: Identity & { personId: string }): Promise<void> {
  await tx.personIdentity.create({ data })
}

/** Their tokens go with them, and so do their sign-ins. */
export async function removePerson(tx: Tx, id: string): Promise<boolean> {
  await tx.authSession.deleteMany({ where: { person: id } })
  return (await tx.person.deleteMany({ where: { id } })).count > 0
}

export async function insertPersonToken(
  tx: Tx,
  { id, personId, tokenHash, at }: { id: string; personId: string; tokenHash: string; at: string },
): Promise<void> {
  await tx.personToken.create({ data: { id, personId, tokenHash, createdAt: new Date(at) } })
}

/** The browsers that signed in with it are signed out. */
export async function removePersonToken(
  tx: Tx,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> {
  const { count } = await tx.personToken.deleteMany({ where: { id, personId } })
  if (count > 0) await tx.authSession.deleteMany({ where: { tokenId: id } })
  return count > 0
}

/** Those of these hashes that are of tokens. */
export async function tokenHashes(tx: Tx, hashes: string[]): Promise<string[]> {
  const rows = await tx.personToken.findMany({
    where: { tokenHash: { in: hashes } },
    select: { tokenHash: true },
  })
  return rows.map(({ tokenHash }) => tokenHash)
}
