import { isDeepStrictEqual } from 'node:util'
import { OWNER, type Person } from '@/lib/domain/contract/person'
import type { NewPerson, NewToken, PersonItem, PersonPatch } from '@/lib/domain/contract/person-item'
import { type Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import { sha256 } from '@/lib/record/digest'
import type { Tx } from '@/lib/store/connection/database'
import type { By } from '@/lib/store/installation/idempotency-key'
import {
  bindIdentity,
  findPerson,
  type Identity,
  insertPerson,
  insertPersonToken,
  listPersons,
  personIdOf,
  removePerson,
  removePersonToken,
  savePerson,
} from '@/lib/store/installation/person'
import type { Deps } from '../process/deps'
import { transact } from '../write/transaction'

/** The holder of the access token comes first: there is one in any case, and nobody can remove them here. */
export const listPeople = async (deps: Deps): Promise<PersonItem[]> => [
  { ...OWNER, tokens: [] },
  ...(await listPersons(deps.db)),
]

export function addPerson(
  deps: Deps,
  { input, person, once }: By & { input: NewPerson },
): Promise<PersonItem | Refusal> {
  return transact<PersonItem>(deps, once, async unit => {
    const added = { id: deps.newId(), ...deps.redaction.mask(input) }
    if (await findPerson(unit.tx, added.id)) return refuseField('/id', { code: 'fault.idTaken' })
    await insertPerson(unit.tx, added, unit.at)
    await unit.record({ type: 'person.added', data: { person: added, by: person.id } })
    return itemOf(unit.tx, added.id)
  })
}

export function changePerson(
  deps: Deps,
  { id, patch, person }: By & { id: string; patch: PersonPatch },
): Promise<PersonItem | Refusal> {
  return transact<PersonItem>(deps, undefined, async unit => {
    const before = await findPerson(unit.tx, id)
    if (!before) return NONE
    const { name = before.name, role = before.role } = deps.redaction.mask(patch)
    const changed = { ...before, name, role }
    await savePerson(unit.tx, changed)
    await unit.record({ type: 'person.changed', data: { person: changed, by: person.id } })
    return itemOf(unit.tx, id)
  })
}

export function deletePerson(deps: Deps, { id, person }: By & { id: string }): Promise<null | Refusal> {
  return transact<null>(deps, undefined, async unit => {
    const removed = await findPerson(unit.tx, id)
    if (!removed || !(await removePerson(unit.tx, id))) return NONE
    await unit.record({ type: 'person.removed', data: { person: removed, by: person.id } })
    return null
  })
}

/** Who signs in by an issuer, as they are called and may now. One who was removed stays out. */
export const admitPerson = (deps: Deps, { issuer, subject, role, ...input }: Identity & Omit<Person, 'id'>) =>
  transact<Person | 'removed'>(deps, undefined, async ({ tx, at, record }) => {
    const { name, email } = deps.redaction.mask(input)
    const knownId = await personIdOf(tx, { issuer, subject })
    const before = knownId ? await findPerson(tx, knownId) : null
    if (knownId && !before) return 'removed'
    const person = { id: knownId ?? deps.newId(), name, email, role }
    if (before) await savePerson(tx, person)
    else await insertPerson(tx, person, at)
    if (!before) await bindIdentity(tx, { issuer, subject, personId: person.id })
    if (!isDeepStrictEqual(before, person))
      await record({ type: before ? 'person.changed' : 'person.added', data: { person, by: issuer } })
    await record({ type: 'person.signed_in', data: { person, issuer, subject } })
    return person
  })

/** `secret`: what nobody guesses. The token that is made of it is stored nowhere. */
export function addPersonToken(
  deps: Deps,
  { id: personId, secret, person }: By & { id: string; secret: string },
): Promise<NewToken | Refusal> {
  const token = `${TOKEN_START}${secret}`
  return transact<NewToken>(deps, undefined, async unit => {
    if (!(await findPerson(unit.tx, personId))) return NONE
    const id = deps.newId()
    await insertPersonToken(unit.tx, { id, personId, tokenHash: tokenHash(token), at: unit.at })
    await unit.record({ type: 'token.added', data: { tokenId: id, personId, by: person.id } })
    return { id, token, link: `${deps.address}/?token=${token}` }
  })
}

export function deletePersonToken(
  deps: Deps,
  { id: personId, tokenId, person }: By & { id: string; tokenId: string },
): Promise<null | Refusal> {
  return transact<null>(deps, undefined, async unit => {
    if (!(await removePersonToken(unit.tx, { id: tokenId, personId }))) return NONE
    await unit.record({ type: 'token.removed', data: { tokenId, personId, by: person.id } })
    return null
  })
}

const TOKEN_START = 'cs_'

/** Whether a token is somebody's own, by how it begins. */
export const isOwnToken = (token: string): boolean => token.startsWith(TOKEN_START)

/** By what a token is known. */
export const tokenHash = (token: string): string => sha256(token)

async function itemOf(tx: Tx, id: string): Promise<PersonItem | Refusal> {
  return (await listPersons(tx)).find(person => person.id === id) ?? NONE
}

const NONE = refuse('not_found', { code: 'problem.noPerson' })
