import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** One step below the best quality, which takes five times as long for two in a hundred of the bytes. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

/** Writes a Brotli file beside each script and style sheet of a build; `next.config.mjs` says who is sent it. */
export async function compressStatic({ distDir }) {
  const folder = path.resolve(distDir, 'static/chunks')
  const names = await readdir(folder, { recursive: true })
  const files = names.filter(name => /\.(js|css)$/.test(name)).map(name => path.join(folder, name))
  await Promise.all(
    files.map(async file => writeFile(`${file}.br`, await compress(await readFile(file), OPTIONS))),
  )
}
