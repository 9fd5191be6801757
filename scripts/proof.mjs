#!/usr/bin/env node
/**
 * `npm run proof`: what `npm test` only samples, as it takes half an hour. Crashes around every durable write,
 * takeovers at every durable point, and every mutation, one after the other: they count on timely answers.
 */
import { ensureBuilt } from './launch/build.mjs'
import { prepareTools } from './launch/prepare.mjs'
import { main } from './process/main.mjs'
import { conclude, crashes, inTurn, one, takeovers, testEnvironment } from './test/suites.mjs'

const mutations = options => one('mutations', ['scripts/mutate.mjs'], options)

main(async life => {
  const settings = { ...(await prepareTools(life)), ...life }
  await ensureBuilt(settings)
  const { root, databaseUrl, signal } = settings
  const options = { root, env: testEnvironment(databaseUrl), signal, isWhole: true }
  return conclude(await inTurn([crashes, takeovers, mutations], options))
})
