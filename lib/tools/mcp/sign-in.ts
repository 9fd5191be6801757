import {
  type AuthProvider,
  auth,
  extractWWWAuthenticateParams,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { WordsError } from '@/lib/text/words/phrase'
import type { SignInAnswer, SignInStart } from './server-config'
import { assertSafe, type SignInWeb, signInFetch } from './sign-in-fetch'
import type { SignInRecord, SignInStore } from './sign-in-store'

const PENDING_MS = 10 * 60_000

/** An answer that signs nobody in. A bundler may copy this module: one of another copy is one all the same. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'SignInRefused'
  }
}

/** A server that its owner signs in to, and where what comes of that is kept. */
type SignInParts = { id: string; url: string; store: SignInStore } & Pick<
  SignInWeb,
  'internalHosts' | 'waitMs'
>

type Challenge = { resourceMetadataUrl?: URL; scope?: string }

/**
 * Signing in to one server by OAuth. Connections use what is kept of it and renew that; only its owner begins anew.
 */
export class ServerSignIn implements AuthProvider {
  readonly #parts: SignInParts
  /** What the server last said that it wants. */
  #challenge: Challenge = {}
  #renewal: Promise<void> | undefined

  constructor(parts: SignInParts) {
    this.#parts = parts
  }

  async token(): Promise<string | undefined> {
    return (await this.#record()).tokens?.access_token
  }

  /** @throws UnauthorizedError where only the owner can help */
  async onUnauthorized({ response }: { response: Response }): Promise<void> {
    this.#challenge = extractWWWAuthenticateParams(response)
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
    })
    await this.#renewal
  }

  /** Where the owner is to go. The state begins with the id of the server, which the answer does not name otherwise. */
  async begin({ redirectUrl, browser }: SignInStart): Promise<{ url: string }> {
    const state = `${this.#parts.id}.${crypto.randomUUID()}`
    const pending = { state, browser, redirectUrl, until: Date.now() + PENDING_MS }
    await this.#parts.store.change(this.#parts, record => ({ ...record, pending }))
    const provider = this.#provider(redirectUrl, state)
    await auth(provider, { ...this.#options(), forceReauthorization: true })
    if (!provider.authorizationUrl) throw new WordsError({ code: 'toolServer.noSignIn' })
    return { url: provider.authorizationUrl.href }
  }

  /** @throws SignInRefused where nobody is asked for a token */
  async end(answer: SignInAnswer): Promise<void> {
    const pending = await this.#take(answer)
    if ('error' in answer) {
      const words = [answer.error, answer.description].filter(Boolean).join(': ')
      throw new SignInRefused(`The server did not sign you in: ${words}`)
    }
    const provider = this.#provider(pending.redirectUrl, answer.state)
    provider.discovery = pending.discovery
    const issuer = answer.iss === undefined ? {} : { iss: answer.iss }
    await auth(provider, { ...this.#options(), authorizationCode: answer.code, ...issuer })
    await this.#parts.store.change(this.#parts, ({ pending: _, ...record }) => record)
  }

  /** What was begun is ended once, however that ends: of two answers at once the first has it. */
  async #take({ state, browser }: SignInAnswer): Promise<NonNullable<SignInRecord['pending']>> {
    const begun: SignInRecord['pending'][] = []
    await this.#parts.store.change(this.#parts, record => {
      const { pending } = record
      const isAnswer = pending?.state === state && pending.browser === browser && pending.until >= Date.now()
      if (!isAnswer) return record
      begun.push(pending)
      return { ...record, pending: { ...pending, state: '' } }
    })
    const [pending] = begun
    if (pending) return pending
    throw new SignInRefused(
      'This is no answer to a sign-in that was begun here, by this browser, within the last ten minutes. Begin again.',
    )
  }

  async #renew(): Promise<void> {
    const { tokens, clientUrl } = await this.#record()
    if (!tokens?.refresh_token || !clientUrl) throw new UnauthorizedError('Its owner has to sign in.')
    const result = await auth(this.#provider(clientUrl, ''), this.#options())
    if (result !== 'AUTHORIZED') throw new UnauthorizedError('Its owner has to sign in again.')
  }

  #record(): Promise<SignInRecord> {
    return this.#parts.store.read(this.#parts)
  }

  #options() {
    const { url, ...web } = this.#parts
    return { serverUrl: url, fetchFn: signInFetch({ server: url, ...web }), ...this.#challenge }
  }

  #provider(redirectUrl: string, state: string): OwnerProvider {
    return new OwnerProvider(this.#parts, { redirectUrl, state })
  }
}

/** What the library keeps and asks for while an owner signs in. */
class OwnerProvider implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly state: () => string
  authorizationUrl: URL | undefined
  discovery: OAuthDiscoveryState | undefined
  readonly #parts: SignInParts

  constructor(parts: SignInParts, { redirectUrl, state }: { redirectUrl: string; state: string }) {
    this.#parts = parts
    this.redirectUrl = redirectUrl
    this.state = () => state
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Countersign',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  /** A client is known to the server by where it sends people back to. */
  async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
    const { client, clientUrl } = await this.#read()
    return clientUrl === this.redirectUrl ? client : undefined
  }

  saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    return this.#change(record => ({ ...record, client, clientUrl: this.redirectUrl }))
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    return (await this.#read()).tokens
  }

  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    return this.#change(record => ({ ...record, tokens }))
  }

  redirectToAuthorization(url: URL): void {
    assertSafe(url, this.#parts.url)
    this.authorizationUrl = url
  }

  saveCodeVerifier(verifier: string): Promise<void> {
    return this.#change(({ pending, ...record }) => ({
      ...record,
      ...(pending ? { pending: { ...pending, verifier } } : {}),
    }))
  }

  async codeVerifier(): Promise<string> {
    return (await this.#read()).pending?.verifier ?? ''
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): Promise<void> {
    return this.#change(({ pending, ...record }) => ({
      ...record,
      ...(pending ? { pending: { ...pending, discovery } } : {}),
    }))
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    return this.#change(({ tokens, client, clientUrl, ...record }) => ({
      ...record,
      ...(scope === 'all' || scope === 'tokens' ? {} : { tokens }),
      ...(scope === 'all' || scope === 'client' ? {} : { client, clientUrl }),
    }))
  }

  #read(): Promise<SignInRecord> {
    return this.#parts.store.read(this.#parts)
  }

  #change(change: (record: SignInRecord) => SignInRecord): Promise<void> {
    return this.#parts.store.change(this.#parts, change)
  }
}
