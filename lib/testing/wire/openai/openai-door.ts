import type { Reading, Refused, WireOptions, WireRequest } from '../protocol'

type Door = {
  basePath: string
  /** Whether a key has to be there although this server takes any. */
  wantsKey: boolean
  /** The endpoint behind the base path, and what becomes of a request to it. */
  endpoint: string
  check: (request: WireRequest, options: WireOptions) => Reading
}

/** The way into a server of OpenAI's kind. The key is looked at first: without it nobody learns what there is. */
export const openAiDoor =
  (door: Door) =>
  (request: WireRequest, options: WireOptions): Reading => {
    const { method, path } = request
    const refuse = (refused: Refused): Reading => ({ kind: 'refused', refused })
    const unknown = keyRefusal(request, options.key, door.wantsKey)
    if (unknown) return refuse(unknown)
    const isList = path === `${door.basePath}/models`
    if (!isList && path !== door.basePath + door.endpoint)
      return refuse({ status: 404, message: `Invalid URL (${method} ${path})` })
    if (method !== (isList ? 'GET' : 'POST'))
      return refuse({ status: 405, message: `Not allowed to ${method} on ${path}.` })
    return isList ? { kind: 'models', answer: list(options) } : door.check(request, options)
  }

function keyRefusal({ headers }: WireRequest, key: string | undefined, wants: boolean): Refused | null {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (!given && (wants || key !== undefined))
    return { status: 401, message: "You didn't provide an API key. Send it as a Bearer token." }
  return key === undefined || given === key
    ? null
    : { status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key' }
}

const list = ({ models }: WireOptions) => ({
  object: 'list',
  data: models.map(({ id }) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'wire' })),
})
