#!/usr/bin/env node
/** `npm run restore -- FILE`: what `npm run backup` wrote, into an empty installation. */
import './typescript-hooks.mjs'
import { auditKey } from './launch/data-dir.mjs'
import { joinDatabase, prepareTools } from './launch/prepare.mjs'
import { Fault } from './process/fault.mjs'
import { main } from './process/main.mjs'

main(async life => {
  const [file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0) throw new Fault('Usage: npm run restore -- FILE')
  const settings = await prepareTools(life, { isReady: () => true })
  const { root, dataDir, workspace } = settings
  const { checkCopy } = await import('./backup/read-copy.mjs')
  const manifest = await checkCopy({ file, root })
  const { fillDatabase } = await import('./backup/fill-database.mjs')
  const { verifyDatabase } = await import('./backup/verify-database.mjs')
  const { createSigner } = await import('../lib/record/signer.ts')
  const { folderIdentity } = await import('../lib/server/workspace-marker.ts')
  const signer = createSigner(auditKey(settings))
  const workspaceFolder = await folderIdentity(workspace)
  const database = await joinDatabase(settings, life)
  try {
    await fillDatabase({ file, manifest, root, workspaceFolder, signer, ...database, ...life })
    console.log(`Restored the copy of ${manifest.createdAt}. Sessions: ${manifest.rows.Session}`)
    const { ok, checked, broken } = await verifyDatabase({ url: database.serverUrl, signer })
    const verdict = ok ? 'whole' : `broken in ${broken.sessionId}: ${broken.reason}`
    console.log(`The record is ${verdict} (${checked} events).`)
    if (signer.publicKey !== manifest.publicKey)
      console.log(`It goes on under a new key, ${signer.publicKey}: the former seed is not here.`)
    console.log(`Not in the copy, and to be brought before the first start where you have it: the files of the workspace
(${workspace}); token, provider-keys.json, skills and plugins (${dataDir}). Browsers sign in anew.`)
    return ok ? 0 : 1
  } finally {
    await database.leave()
  }
})
