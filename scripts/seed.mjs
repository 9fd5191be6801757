/** `npm run seed`: demo data, by prisma/seed.ts, into the database that `npm start` uses. */

import { openDatabase, prepareTools } from './launch/prepare.mjs'
import { serverEnvironment } from './launch/server-environment.mjs'
import { main } from './process/main.mjs'
import { runTypescript } from './process/run-node.mjs'

main(async life => {
  const settings = await prepareTools(life)
  const database = await openDatabase(settings, life)
  try {
    const env = serverEnvironment({ settings, databaseUrl: database.serverUrl })
    return await runTypescript({
      ...settings,
      file: 'prisma/seed.ts',
      args: process.argv.slice(2),
      env,
      ...life,
    })
  } finally {
    await database.leave()
  }
})
