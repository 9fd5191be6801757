/** `npm run build`: what a start installs, generates and builds before it serves. An image is made by it. */
import { ensureBuilt, isBuilt } from './launch/build.mjs'
import { prepareTools } from './launch/prepare.mjs'
import { main } from './process/main.mjs'

main(async life => {
  const settings = await prepareTools(life, { isReady: isBuilt })
  await ensureBuilt({ ...settings, ...life })
  return 0
})
