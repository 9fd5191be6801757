import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Where what we know about this checkout is kept: it goes when node_modules goes. */
export const checkoutDir = root => path.join(root, 'node_modules', '.countersign')

/** Two processes of one checkout never install, generate or build at the same time. */
export const checkoutLock = root => path.join(checkoutDir(root), 'lock')

/** A stamp says of which sources something was made. It is written last, so half-made things have none. */
export function readStamp(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

export function writeStamp(file, hash) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, hash)
}

/**
 * One hash over files and folders, names and contents; what does not exist counts as such.
 *
 * @param {string} root
 * @param {string[]} names relative to the root
 * @param {(name: string) => boolean} leaveOut asked with each name below a folder, relative to the root
 */
export function hashOf(root, names, leaveOut = () => false) {
  const hash = createHash('sha256')
  const add = name => {
    const file = path.join(root, name)
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (stat?.isDirectory()) {
      for (const child of fs.readdirSync(file).sort()) {
        const below = `${name}/${child}`
        if (!leaveOut(below)) add(below)
      }
    } else {
      hash.update(`${name}\0${stat ? stat.size : 'none'}\0`)
      if (stat) hash.update(fs.readFileSync(file))
    }
  }
  names.forEach(add)
  return hash.digest('hex')
}
