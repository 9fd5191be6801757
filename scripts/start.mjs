#!/usr/bin/env node
/**
 * `npm start`: on a fresh clone with only Node and npm, up to a served page. Each part is skipped where it was
 * done before. `--dev` serves from the sources instead of a build, on the same database.
 */
import { ensureBuilt, isBuilt } from './launch/build.mjs'
import { noteDataDir } from './launch/data-dir.mjs'
import { openDatabase, prepareTools } from './launch/prepare.mjs'
import { readyLine, startServer } from './launch/server.mjs'
import { claimPort } from './launch/server-record.mjs'
import { Fault } from './process/fault.mjs'
import { main } from './process/main.mjs'

const dev = process.argv.includes('--dev')

main(async life => {
  const settings = await prepareTools(life, {
    check: checked => claimPort(checked, life),
    isReady: root => !dev && isBuilt(root),
  })
  const database = await openDatabase(settings, life)
  try {
    if (!dev) await ensureBuilt({ ...settings, ...life })
    await claimPort(settings, life)
    const server = await startServer({ settings, databaseUrl: database.serverUrl, dev, signal: life.signal })
    try {
      noteDataDir(settings)
      console.log(readyLine({ ...server, settings, isTerminal: process.stdout.isTTY === true }))
      await untilEnd({ server, database, ...life })
    } finally {
      await server.stop(life)
    }
  } finally {
    await database.leave()
  }
  return 0
})

/** Returns when somebody asks us to end; throws where the server or its database ended by itself. */
async function untilEnd({ server, database, say, signal }) {
  let watch
  try {
    await new Promise((resolve, reject) => {
      const restart = async () => {
        if (await database.ensureRunning()) say('Postgres had ended, it runs again')
      }
      watch = setInterval(() => restart().catch(reject), 1000)
      server.ended.then(how => reject(new Fault(`The server ended by itself (${how}): start again.`)))
      signal.addEventListener('abort', resolve, { once: true })
      if (signal.aborted) resolve()
    })
  } finally {
    clearInterval(watch)
  }
}
