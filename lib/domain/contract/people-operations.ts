import * as z from 'zod'
import { listOf, type Operation } from './operation'
import { NewPerson, NewToken, PersonItem, PersonPatch, PersonRole } from './person-item'

/** Who may sign in, and what they may do. */
export const PEOPLE_OPERATIONS = {
  listPeople: {
    endpoint: 'GET /api/people',
    summary: 'People, the owner of the access token first, then by their names',
    description: '`me` is who asks.',
    answers: { 200: listOf(PersonItem).extend({ me: z.object({ id: z.string(), role: PersonRole }) }) },
  },
  addPerson: {
    endpoint: 'POST /api/people',
    role: 'owner',
    summary: 'Add somebody; they sign in with a token of their own',
    body: NewPerson,
    answers: { 201: PersonItem },
  },
  changePerson: {
    endpoint: 'PATCH /api/people/{id}',
    role: 'owner',
    summary: 'Change the name or the role, from the next request on',
    body: PersonPatch,
    answers: { 200: PersonItem },
  },
  deletePerson: {
    endpoint: 'DELETE /api/people/{id}',
    role: 'owner',
    summary: 'Remove somebody: their tokens and sign-ins end, what they decided stays in the record',
    answers: { 204: null },
  },
  addPersonToken: {
    endpoint: 'POST /api/people/{id}/tokens',
    role: 'owner',
    summary: 'Make a token; it and the link that signs a browser in are shown once',
    answers: { 201: NewToken },
  },
  deletePersonToken: {
    endpoint: 'DELETE /api/people/{id}/tokens/{tokenId}',
    role: 'owner',
    summary: 'Revoke a token; browsers that signed in with it are signed out',
    answers: { 204: null },
  },
} as const satisfies Record<string, Operation>
