import type { Person } from '@/lib/domain/contract/person'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { SignIn } from '@/lib/domain/contract/sign-in-operations'
import { toInstant } from '@/lib/domain/instant'
import type { CurrentProcess, Working } from '@/lib/server/current-process'
import {
  listAuthSessions,
  removeAuthSessionOf,
  removeAuthSessionsOf,
} from '@/lib/store/installation/auth-session'
import { readCookie, secretHash } from './cookie'
import { signedOut } from './sign-in'

/** By whom sign-ins are managed, and from which browser. */
type Visit = { current: CurrentProcess; working: Working; request: Request; person: Person }

/** The browsers that a person is signed in with, the newest first. */
export async function listSignIns(
  { current, working, request, person }: Visit,
  page: { before: string | undefined; limit: number },
): Promise<SignIn[]> {
  const { db, clock } = working.deps
  const inForce = { boundTo: current.settings.signInBinding, now: new Date(Date.now() + clock.offsetMs) }
  const rows = await listAuthSessions(db, { ...page, ...inForce, person: person.id })
  const cookie = readCookie(request.headers, current.settings.origin)
  return rows.map(row => ({
    id: row.id,
    browser: nameIn(BROWSERS, row.userAgent),
    system: nameIn(SYSTEMS, row.userAgent),
    ...(row.userAgent === null ? {} : { userAgent: row.userAgent }),
    createdAt: toInstant(row.createdAt),
    lastSeenAt: toInstant(row.lastSeenAt),
    expiresAt: toInstant(row.expiresAt),
    current: cookie !== null && secretHash(cookie) === row.tokenHash,
  }))
}

/** Signs one browser out: its open streams end, at other servers too. */
export async function deleteSignIn({ working, person }: Visit, id: string): Promise<null | Refusal> {
  if (!(await removeAuthSessionOf(working.deps.db, person.id, id))) {
    return refuse('not_found', { code: 'problem.noBrowser' })
  }
  await working.signIns.check()
  return null
}

/** Signs a person out everywhere, this browser included. */
export async function deleteSignIns({ current, working, request, person }: Visit): Promise<Response> {
  await removeAuthSessionsOf(working.deps.db, person.id)
  await working.signIns.check()
  return signedOut(current, request)
}

/** Most browsers also name others that they are compatible with, so the more particular name comes first. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** By the User-Agent: a guess for people, never a reason to decide anything. */
const nameIn = (names: [RegExp, string][], userAgent: string | null): string | undefined =>
  names.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
