import {
  type AuthProvider,
  auth,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { CodedError } from '@/lib/messages/phrase'
import type { SignInAnswer, SignInStart } from './server-config'
import { SignInRefused } from './server-fault'
import { assertSafe, type SignInWeb, signInFetch } from './sign-in-fetch'
import type { SignInRecord, SignInStore } from './sign-in-store'

const PENDING_MS = 10 * 60_000

/** A server that its owner signs in to, and where what comes of that is kept. */
type SignInParts = { id: string; url: string; store: SignInStore } & Pick<
  SignInWeb,
  'internalHosts' | 'waitMs'
>

/**
 * Signing in to one server by OAuth. Connections use what is kept of it and renew that; only its owner begins anew.
 */
export class ServerSignIn implements AuthProvider {
  /** What the server last said that it wants. */
  #challenge: { resourceMetadataUrl?: URL; scope?: string } = {}
  #renewal: Promise<void> | undefined

  constructor(private readonly parts: SignInParts) {}

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
    const state = `${this.parts.id}.${crypto.randomUUID()}`
    const pending = { state, browser, redirectUrl, until: Date.now() + PENDING_MS }
    await this.#change(record => ({ ...record, pending }))
    const provider = this.#provider({ redirectUrl, state })
    await auth(provider, { ...this.#options(), forceReauthorization: true })
    if (!provider.authorizationUrl) throw new CodedError({ code: 'toolServer.noSignIn' })
    return { url: provider.authorizationUrl.href }
  }

  /** @throws SignInRefused where nobody is asked for a token */
  async end(answer: SignInAnswer): Promise<void> {
    const pending = await this.#take(answer)
    if ('error' in answer) {
      const words = [answer.error, answer.description].filter(Boolean).join(': ')
      throw new SignInRefused(`The server did not sign you in: ${words}`)
    }
    const { redirectUrl, discovery } = pending
    const provider = this.#provider({ redirectUrl, state: answer.state, discovery })
    const issuer = answer.iss === undefined ? {} : { iss: answer.iss }
    await auth(provider, { ...this.#options(), authorizationCode: answer.code, ...issuer })
    await this.#change(({ pending: _, ...record }) => record)
  }

  /** What was begun is ended once, however that ends: of two answers at once the first has it. */
  async #take({ state, browser }: SignInAnswer): Promise<NonNullable<SignInRecord['pending']>> {
    const attempts: SignInRecord['pending'][] = []
    await this.#change(record => {
      const { pending } = record
      const isAnswer = pending?.state === state && pending.browser === browser && pending.until >= Date.now()
      if (!isAnswer) return record
      attempts.push(pending)
      return { ...record, pending: { ...pending, state: '' } }
    })
    const [pending] = attempts
    if (pending) return pending
    throw new SignInRefused(
      'This is no answer to a sign-in that was begun here, by this browser, within the last ten minutes. Begin again.',
    )
  }

  async #renew(): Promise<void> {
    const { tokens, clientUrl } = await this.#record()
    if (!tokens?.refresh_token || !clientUrl) throw new UnauthorizedError('Its owner has to sign in.')
    const result = await auth(this.#provider({ redirectUrl: clientUrl }), this.#options())
    if (result !== 'AUTHORIZED') throw new UnauthorizedError('Its owner has to sign in again.')
  }

  #record(): Promise<SignInRecord> {
    return this.parts.store.read(this.parts)
  }

  #options() {
    const { url, ...web } = this.parts
    return { serverUrl: url, fetchFn: signInFetch({ server: url, ...web }), ...this.#challenge }
  }

  #change(change: (record: SignInRecord) => SignInRecord): Promise<void> {
    return this.parts.store.change(this.parts, change)
  }

  /** What the library keeps and asks for while an owner signs in. */
  #provider({ redirectUrl, state = '', discovery }: ProviderParts): OwnerProvider {
    const provider: OwnerProvider = {
      authorizationUrl: undefined,
      redirectUrl,
      state: () => state,
      clientMetadata: {
        client_name: 'Countersign',
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      // A client is known to the server by where it sends people back to.
      clientInformation: async () => {
        const { client, clientUrl } = await this.#record()
        return clientUrl === redirectUrl ? client : undefined
      },
      saveClientInformation: client =>
        this.#change(record => ({ ...record, client, clientUrl: redirectUrl })),
      tokens: async () => (await this.#record()).tokens,
      saveTokens: tokens => this.#change(record => ({ ...record, tokens })),
      redirectToAuthorization: url => {
        assertSafe(url, this.parts.url)
        provider.authorizationUrl = url
      },
      saveCodeVerifier: verifier => this.#change(record => withPending(record, { verifier })),
      codeVerifier: async () => (await this.#record()).pending?.verifier ?? '',
      discoveryState: () => discovery,
      saveDiscoveryState: latest => this.#change(record => withPending(record, { discovery: latest })),
      invalidateCredentials: scope =>
        this.#change(({ tokens, client, clientUrl, ...record }) => ({
          ...record,
          ...(scope === 'all' || scope === 'tokens' ? {} : { tokens }),
          ...(scope === 'all' || scope === 'client' ? {} : { client, clientUrl }),
        })),
    }
    return provider
  }
}

type OwnerProvider = OAuthClientProvider & { authorizationUrl: URL | undefined }

type ProviderParts = { redirectUrl: string; state?: string; discovery?: OAuthDiscoveryState | undefined }

const withPending = (
  { pending, ...record }: SignInRecord,
  change: Partial<NonNullable<SignInRecord['pending']>>,
): SignInRecord => ({ ...record, ...(pending ? { pending: { ...pending, ...change } } : {}) })
