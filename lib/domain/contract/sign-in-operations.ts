import * as z from 'zod'
import { Instant } from '../instant'
import { listOf, type Operation, page } from './operation'
import { NewPerson, NewToken, PersonItem, PersonPatch, PersonRoleSchema } from './person-item'

/** A browser that is signed in. `browser` and `system` are read from its User-Agent, if they can be. */
const SignIn = z.object({
  id: z.string(),
  browser: z.string().optional(),
  system: z.string().optional(),
  userAgent: z.string().optional(),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  current: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>

/** Why a browser is led back to the page’s sign-in. */
export const SIGN_IN_FAILURES = ['failed', 'limited', 'away', 'unfinished', 'noRole', 'removed'] as const
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number]

/** Signing browsers in and out; then people: who may sign in, and what they may do. */
export const SIGN_IN_OPERATIONS = {
  signIn: {
    endpoint: 'GET /api/sign-in',
    summary: 'Exchange the access token for a cookie, and go on to a page',
    description:
      'A page that is asked for with `?token=` answers like this, with itself as `to`. Where the token is wrong a browser is sent there too, with `sign-in=failed`, or `sign-in=limited` after too many failures. The cookie is good for 30 days, as long as the access token stays the same.',
    open: true,
    query: z.strictObject({ token: z.string().max(1000).default(''), to: z.string().max(4000).default('/') }),
    answers: { 303: null },
  },
  signInByIssuer: {
    endpoint: 'GET /api/issuer/sign-in',
    summary: 'Go to the issuer of OpenID Connect to sign in, and on to a page',
    open: true,
    query: z.strictObject({ to: z.string().max(1000).catch('/') }),
    answers: { 303: null },
  },
  returnFromIssuer: {
    endpoint: 'GET /api/issuer/return',
    summary: 'Where the issuer sends a browser back to; `sign-in=` says why somebody is not signed in',
    open: true,
    query: z.object({}),
    answers: { 200: ['text/html'], 303: null },
  },
  signOut: {
    endpoint: 'POST /api/sign-out',
    role: 'viewer',
    summary: 'Forget the cookie, here and in the browser',
    answers: { 204: null },
  },
  listSignIns: {
    endpoint: 'GET /api/sign-ins',
    summary: 'Browsers that are signed in, the newest first',
    description:
      '`current` is the browser that asks. `lastSeenAt` is told to within some minutes. Programs that send the access token are not signed in.',
    query: z.strictObject(page),
    answers: { 200: listOf(SignIn) },
  },
  deleteSignIn: {
    endpoint: 'DELETE /api/sign-ins/{id}',
    role: 'viewer',
    summary: 'Sign one browser out; what it has open ends',
    answers: { 204: null },
  },
  deleteSignIns: {
    endpoint: 'DELETE /api/sign-ins',
    role: 'viewer',
    summary: 'Sign all browsers out, the one that asks included',
    answers: { 204: null },
  },
  listPeople: {
    endpoint: 'GET /api/people',
    summary: 'People, the owner of the access token first, then by their names',
    description: '`me` is who asks.',
    answers: { 200: listOf(PersonItem).extend({ me: z.object({ id: z.string(), role: PersonRoleSchema }) }) },
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
