import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Fault } from '../process/fault.mjs'
import { npmChromium } from './npm-chromium.mjs'

/** Commands run in bubblewrap, in tests too. */
export function checkBubblewrap() {
  if (spawnSync('bwrap', ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0) return
  throw new Fault('The tests of commands need bubblewrap: install the bubblewrap package of your system.')
}

/**
 * The path of a Chromium that starts: CHROMIUM_PATH, else one that is installed, else one that npm brings. Call it after
 * the dependencies are there.
 *
 * @param {{ root: string, dataDir: string, say: (text: string) => void, signal?: AbortSignal }} options
 */
export async function ensureBrowser(options) {
  const given = process.env.CHROMIUM_PATH
  if (given && !starts(given)) {
    throw new Fault(`CHROMIUM_PATH is ${given}, which does not start: correct it, or leave it out.`)
  }
  const found = given ?? installed() ?? (await playwrights())
  if (found) return found
  const fetched = await npmChromium(options)
  if (fetched && starts(fetched)) return fetched
  throw new Fault(
    `The browser tests need Chromium, and npm brings none for this machine: run npx playwright install chromium, or install the chromium package of your system, or set CHROMIUM_PATH. What npm said is in ${path.join(options.dataDir, 'logs', 'chromium.log')}.`,
  )
}

const installed = () => WELL_KNOWN.find(file => fs.existsSync(file) && starts(file))

/** Debian's shell of Chromium comes first: it draws the same pages, and has no windows of its own to draw. */
const WELL_KNOWN = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** A downloaded one may lack system libraries, and then does not even say its version. */
function starts(file) {
  if (process.platform === 'win32') return fs.existsSync(file) // there it opens a window instead
  const { status } = spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 })
  return status === 0
}

async function playwrights() {
  const { chromium } = await import('playwright') // it is only there once everything is installed
  const file = chromium.executablePath()
  return fs.existsSync(file) && starts(file) ? file : undefined
}
