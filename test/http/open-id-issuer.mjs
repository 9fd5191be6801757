import { generateKeyPairSync } from 'node:crypto'
import http from 'node:http'
import Provider from 'oidc-provider'

/** By these the issuer knows the server. */
export const CLIENT = { clientId: 'countersign', clientSecret: 'the-secret-of-a-client-of-the-tests' }

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const FORM = '<form method="post"><label>Name <input name="login"></label><button>Continue</button></form>'

/**
 * An issuer of OpenID Connect on loopback, where whoever names an account is signed in.
 *
 * @param {{ port: number, returnUrl: string, accounts: Record<string, object> }} options `accounts`: claims by subject
 * @returns {Promise<() => void>} ends it
 */
export async function startIssuer({ port, returnUrl, accounts }) {
  const provider = new Provider(`http://localhost:${port}`, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [returnUrl],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'tests' }] },
    cookies: { keys: ['of the tests'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts[accountId] }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const server = http.createServer(async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const sent = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const accountId = request.headers['x-login'] ?? sent.get('login')
    if (!accountId) return response.setHeader('content-type', 'text/html').end(FORM)
    await provider.interactionFinished(request, response, { login: { accountId } })
  })
  await new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  return () => {
    server.closeAllConnections()
    server.close()
  }
}
