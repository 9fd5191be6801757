/** `npm run seed`: demo data, by prisma/seed.ts, into the database that `npm start` uses. */
import { main } from './main.mjs'
import { openDatabase, prepareTools } from './prepare.mjs'
import { runTypescript } from './run-typescript.mjs'
import { serverEnvironment } from './server-environment.mjs'

main(async life => {
  const settings = await prepareTools(life)
  const database = await openDatabase(settings, life)
  try {
    const env = serverEnvironment({ settings, databaseUrl: database.url })
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
