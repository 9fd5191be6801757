import { verifyInstallation } from '../../lib/agent/export/verify-record.ts'
import { openConnections } from '../../lib/store/connection/database.ts'

/** Verifies the record as a server does; what is broken of it servers know from then on. */
export async function verifyDatabase({ url, signer }) {
  const { db, close } = openConnections({ url, connections: 2 })
  const deps = { db, signer, clock: { offsetMs: 0 }, bus: { publish: () => {} }, log: () => {} }
  return verifyInstallation(deps).finally(close)
}
