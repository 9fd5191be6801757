import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { checkoutDir } from '../launch/stamp.mjs'

const LEFT_OUT = new Set([
  'node_modules',
  '.git',
  '.next',
  '.countersign',
  'test-results',
  'playwright-report',
])

/**
 * A copy of the repository, as it is on disk, that shares its dependencies. `mutate` changes one text that
 * stands once in a file and gives the way back, or null where it does not.
 *
 * @param {string} root
 */
export function copyOfRepository(root) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-mutations-'))
  for (const name of fs.readdirSync(root)) {
    if (!LEFT_OUT.has(name)) fs.cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  fs.mkdirSync(path.dirname(checkoutDir(folder)))
  fs.symlinkSync(checkoutDir(root), checkoutDir(folder))
  return {
    folder,
    mutate: ({ file, from, to }) => {
      const place = path.join(folder, file)
      const text = fs.readFileSync(place, 'utf8')
      if (text.split(from).length !== 2) return null
      fs.writeFileSync(
        place,
        text.replace(from, () => to),
      )
      return () => fs.writeFileSync(place, text)
    },
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}
