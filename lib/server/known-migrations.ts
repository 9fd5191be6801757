import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The migrations that this program knows: a database with others was made by a newer one. */
export const knownMigrations = (root: string): string[] =>
  readdirSync(path.join(root, 'prisma', 'migrations'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
