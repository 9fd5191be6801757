import { promises as fs } from 'node:fs'
import path from 'node:path'
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { CodedError } from '@/lib/messages/phrase'
import { isObject } from '@/lib/text/json/json-value'
import { writePrivateJson } from '@/lib/text/json/private-json'
import { errorCode } from '../workspace/workspace-path'

/**
 * What is kept of signing in to a server. `pending`: its owner is on the way. `clientUrl`: where the client that it was
 * registered as sends people back to.
 */
export type SignInRecord = {
  client?: StoredOAuthClientInformation | undefined
  clientUrl?: string | undefined
  tokens?: StoredOAuthTokens | undefined
  pending?: {
    state: string
    /** Missing in what an older program wrote. */
    browser?: string
    redirectUrl: string
    until: number
    verifier?: string
    discovery?: OAuthDiscoveryState
  }
}

type SignInKey = { id: string; url: string }

const FILE = 'mcp-tokens.json'

/** The records of all servers, in a file of the data directory that only the account of this process may read. */
export class SignInStore {
  readonly #file: string | undefined
  /** One change after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(dataDir: string | undefined) {
    this.#file = dataDir === undefined ? undefined : path.join(dataDir, FILE)
  }

  /** What was kept for another address is not for this one. */
  async read({ id, url }: SignInKey): Promise<SignInRecord> {
    const entry = (await this.#all())[id]
    return isObject(entry) && entry.url === url && isObject(entry.record)
      ? (entry.record as SignInRecord)
      : {}
  }

  async change(key: SignInKey, change: (record: SignInRecord) => SignInRecord): Promise<void> {
    const turn = this.#turn.then(async () => {
      const record = change(await this.read(key))
      if (this.#file === undefined) throw new CodedError({ code: 'toolServer.noFolder' })
      await writePrivateJson(this.#file, { ...(await this.#all()), [key.id]: { url: key.url, record } })
    })
    this.#turn = turn.catch(() => undefined)
    await turn
  }

  async #all(): Promise<Record<string, unknown>> {
    if (this.#file === undefined) return {}
    try {
      const all: unknown = JSON.parse(await fs.readFile(this.#file, 'utf8'))
      return isObject(all) ? all : {}
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error
      return {}
    }
  }
}
