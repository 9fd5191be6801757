import path from 'node:path'
import { env } from '@/lib/env'
import { settingsFrom } from '@/lib/server/settings'
import { startProcess } from '@/lib/server/start-process'
import { STORIES } from './seed-stories'
import { playStory } from './seeder'

/** Demo data: every state of a Run and of a Call once. Sessions that are there already are left alone. */
const settings = settingsFrom(env(), path.resolve(import.meta.dirname, '..'))
const running = await startProcess({ ...settings.process, role: 'all', log: () => undefined })
let made = 0
for (const story of STORIES) if (await playStory(running.deps, story)) made += 1
process.stdout.write(`Seeded ${made} of ${STORIES.length} sessions; the rest were there already.\n`)
await Promise.race([running.stop(), new Promise(resolve => setTimeout(resolve, 2000))])
process.exit(0)
