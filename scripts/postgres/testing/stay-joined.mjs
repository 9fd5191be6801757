/** `stay-joined.mjs ROOT DATA_DIR`: joins an embedded Postgres, prints its process id, and stays until it is killed. */
import { joinPostgres } from '../embedded.mjs'

const [root, dataDir] = process.argv.slice(2)
const { pid } = await joinPostgres({ root, dataDir })
console.log(pid)
process.stdin.resume()
