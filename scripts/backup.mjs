#!/usr/bin/env node
/** `npm run backup -- FILE`: a consistent copy of the database in one file, also while servers work. */
import fs from 'node:fs'
import path from 'node:path'
import './typescript-hooks.mjs'
import { auditKey } from './launch/data-dir.mjs'
import { joinDatabase, prepareTools } from './launch/prepare.mjs'
import { readSettings } from './launch/settings.mjs'
import { Fault } from './process/fault.mjs'
import { main } from './process/main.mjs'

main(async life => {
  const [file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0) throw new Fault('Usage: npm run backup -- FILE')
  refuseNothing(readSettings(process.env))
  const settings = await prepareTools(life, { isReady: () => true })
  const { writeCopy } = await import('./backup/write-copy.mjs')
  const { createSigner } = await import('../lib/record/signer.ts')
  const { publicKey } = createSigner(auditKey(settings))
  const database = await joinDatabase(settings, life)
  try {
    const { rows } = await writeCopy({ url: database.serverUrl, file, publicKey, ...life })
    life.say(`wrote ${file}, ${fs.statSync(file).size} bytes. Sessions: ${rows.Session}`)
  } finally {
    await database.leave()
  }
})

/** What is not there is not made in order to be copied. */
function refuseNothing({ dataDir, databaseUrl, auditKey }) {
  if (!databaseUrl && !fs.existsSync(path.join(dataDir, 'postgres/cluster')))
    throw new Fault(`There is no database in ${dataDir}: set COUNTERSIGN_DATA_DIR or DATABASE_URL.`)
  if (!auditKey && !fs.existsSync(path.join(dataDir, 'audit-key')))
    throw new Fault(
      `There is no audit-key in ${dataDir}: set COUNTERSIGN_AUDIT_KEY to the one that is in use.`,
    )
}
