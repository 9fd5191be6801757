import * as oidc from 'openid-client'
import * as z from 'zod'
import type { Log } from '@/lib/agent/process/deps'
import { errorFields } from '@/lib/agent/process/error-fields'
import { mappedRole } from '@/lib/domain/role-mapping'
import type { Env } from '@/lib/env'

/** An e-mail that is not verified may be anybody's. */
const Claims = z.object({
  name: z.string().optional().catch(undefined),
  email: z.string().nullable().catch(null),
  email_verified: z.boolean().catch(false),
  groups: z.array(z.string()).catch([]),
})

/** Who signs people in by OpenID Connect, if anybody. While it is away, it is looked for whenever somebody asks. */
export class Issuer {
  isAway = false
  #configuration: Promise<oidc.Configuration | null> | undefined

  constructor(
    readonly settings: Env['issuer'],
    private readonly log: Log,
  ) {
    void this.configuration()
  }

  /** What it says of itself; null while it is away. */
  configuration(): Promise<oidc.Configuration | null> {
    this.#configuration ??= this.#discover()
    return this.#configuration
  }

  async #discover(): Promise<oidc.Configuration | null> {
    const { url, clientId, clientSecret } = this.settings
    if (url === undefined) return null
    const authentication = clientSecret ? oidc.ClientSecretBasic(clientSecret) : oidc.None()
    const execute = url.startsWith('http:') ? [oidc.allowInsecureRequests] : []
    const configuration = await oidc
      .discovery(new URL(url), clientId, undefined, authentication, { timeout: 5, execute })
      .catch(error => {
        if (!this.isAway) this.log('warn', 'The issuer is away', { issuer: url, ...errorFields(error) })
        this.#configuration = undefined
        return null
      })
    this.isAway = configuration === null
    return configuration
  }

  /** Who came back with an answer to this attempt, and their role; null for no answer, or none to it. */
  async identify(configuration: oidc.Configuration, returned: URL, attempt: string) {
    const [expectedState = '', expectedNonce, pkceCodeVerifier] = attempt.split('.')
    const checks = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true }
    const { issuer, userinfo_endpoint: hasMore } = configuration.serverMetadata()
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, returned, checks)
      const own = tokens.claims()
      const subject = own?.sub ?? ''
      const more = hasMore && (await oidc.fetchUserInfo(configuration, tokens.access_token, subject))
      const { name, groups, ...claims } = Claims.parse({ ...own, ...Object(more) })
      const email = claims.email_verified ? claims.email : null
      const role = mappedRole(this.settings.roles, email, groups)
      this.log('info', 'Somebody signed in at the issuer', { issuer, subject, role, groups, ...claims })
      return { issuer, subject, name: (name || claims.email || subject).slice(0, 100), email, role }
    } catch (error) {
      this.log('warn', 'The issuer signed nobody in', errorFields(error))
      return null
    }
  }
}
