import fs from 'node:fs'
import path from 'node:path'
import { Fault } from '../process/fault.mjs'

/** What the dependencies need, as people are told it. `engines` in package.json says it to npm. */
export const RECENT_NODE = 'Node 22.19 or newer'

/** npm's own program file, so that it runs on the Node of our choice and not on the one in its first line. */
export function npmCli(env = process.env) {
  const running = path.dirname(process.execPath)
  const candidates = [
    env.npm_execpath,
    path.join(running, 'node_modules/npm/bin/npm-cli.js'),
    path.join(running, '../lib/node_modules/npm/bin/npm-cli.js'),
    ...(env.PATH ?? '').split(path.delimiter).flatMap(behindCommand),
  ]
  const found = candidates.find(file => file && /npm-cli\.[cm]?js$/.test(file) && fs.existsSync(file))
  if (found) return found
  throw new Fault(`npm was not found: install ${RECENT_NODE} together with npm from https://nodejs.org.`)
}

function behindCommand(folder) {
  try {
    const command = fs.realpathSync(path.join(folder, 'npm'))
    return [command, path.join(path.dirname(command), 'node_modules/npm/bin/npm-cli.js')]
  } catch {
    return [path.join(folder, 'node_modules/npm/bin/npm-cli.js')]
  }
}

/** What npm said went wrong, on one line. */
export function npmComplaint(output) {
  const lines = output
    .split('\n')
    .map(line => /^npm (?:error|ERR!) (.+)$/.exec(line.trim())?.[1])
    .filter(line => line && !/^(errno|syscall|path|dest|A complete log|Not Found)/.test(line))
  const code = lines.find(line => line.startsWith('code '))?.slice(5)
  const words = lines.find(line => !line.startsWith('code ')) ?? output.trim().split('\n').pop() ?? ''
  return { code, text: `${code ? `${code}: ` : ''}${words.slice(0, 300)}` }
}
