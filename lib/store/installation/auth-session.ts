import type { Tx } from '../connection/database'
import type { AuthSession } from '../generated/client'

/** Which sign-ins count: those made with the access token that is in force, as long as they last. */
type SignInScope = { boundTo: string; now: Date }

export async function insertAuthSession(tx: Tx, row: AuthSession): Promise<void> {
  await tx.authSession.create({ data: row })
}

/** Who holds the cookie with this hash; null where it is unknown, has expired or was made with another token. */
export async function findAuthSession(
  tx: Tx,
  tokenHash: string,
  { now, boundTo }: SignInScope,
): Promise<AuthSession | null> {
  const row = await tx.authSession.findUnique({ where: { tokenHash } })
  return row && row.expiresAt > now && row.boundTo === boundTo ? row : null
}

/** Those of these hashes that are still good. */
export async function hashesInForce(
  tx: Tx,
  hashes: string[],
  { boundTo, now }: SignInScope,
): Promise<string[]> {
  const rows = await tx.authSession.findMany({
    where: { tokenHash: { in: hashes }, boundTo, expiresAt: { gt: now } },
    select: { tokenHash: true },
  })
  return rows.map(({ tokenHash }) => tokenHash)
}

type Listing = SignInScope & { person: string; before: string | undefined; limit: number }

/** The browsers that somebody is signed in with, the newest first. */
export function listAuthSessions(
  tx: Tx,
  { person, boundTo, now, limit, before }: Listing,
): Promise<AuthSession[]> {
  return tx.authSession.findMany({
    where: { person, boundTo, expiresAt: { gt: now }, ...(before ? { id: { lt: before } } : {}) },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

/** How exactly it is known when a browser was here last. */
const SEEN_MS = 5 * 60_000

const before = (now: Date): Date => new Date(now.getTime() - SEEN_MS)

export const wasSeenLately = ({ lastSeenAt }: AuthSession, now: Date): boolean => lastSeenAt >= before(now)

/** Says that browsers were here, unless that was said lately. */
export async function noteSeen(tx: Tx, tokenHashes: string[], now: Date): Promise<void> {
  await tx.authSession.updateMany({
    where: { tokenHash: { in: tokenHashes }, lastSeenAt: { lt: before(now) } },
    data: { lastSeenAt: now },
  })
}

export async function removeAuthSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.authSession.deleteMany({ where: { tokenHash } })
}

/** False where somebody has no such sign-in. */
export async function removeAuthSessionOf(tx: Tx, person: string, id: string): Promise<boolean> {
  const { count } = await tx.authSession.deleteMany({ where: { id, person } })
  return count > 0
}

/** Signs somebody out everywhere, whatever token it was that they signed in with. */
export async function removeAuthSessionsOf(tx: Tx, person: string): Promise<void> {
  await tx.authSession.deleteMany({ where: { person } })
}

/** Forgets whoever was not seen for too long. */
export async function removeExpiredAuthSessions(tx: Tx, now: Date): Promise<void> {
  await tx.authSession.deleteMany({ where: { expiresAt: { lte: now } } })
}
