import type { Tx } from './database'

export async function insertAuthSession(
  tx: Tx,
  row: { tokenHash: string; person: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.authSession.create({ data: row })
}

/** Who holds the cookie with this hash; null where it is unknown or has expired. */
export async function personOf(tx: Tx, tokenHash: string, now: Date): Promise<string | null> {
  const row = await tx.authSession.findUnique({ where: { tokenHash } })
  return row && row.expiresAt > now ? row.person : null
}

export async function removeAuthSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.authSession.deleteMany({ where: { tokenHash } })
}

/** Forgets whoever was not seen for too long. */
export async function removeExpiredAuthSessions(tx: Tx, now: Date): Promise<void> {
  await tx.authSession.deleteMany({ where: { expiresAt: { lte: now } } })
}
