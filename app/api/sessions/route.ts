import * as z from 'zod'
import { endpoint } from '@/lib/auth/endpoint'
import { reply } from '@/lib/auth/reply'
import { resource } from '@/lib/auth/resource'
import { Instant } from '@/lib/domain/instant'
import { Refusal } from '@/lib/domain/problem'
import { openSession } from '@/lib/run/open-session'
import { decodePlace, encodePlace, pageOf } from '@/lib/server/page-cursor'
import { listSessions } from '@/lib/store/standing'

const LIST = 'sessions'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listSessions', async ({ deps, query }) => {
    const { cursor, limit, state } = query
    const place = cursor === undefined ? undefined : decodePlace(LIST, cursor, [Instant, z.uuid()])
    if (place instanceof Refusal) return place
    const found = await listSessions(deps.db, {
      words: (query.q ?? '').split(/\s+/).filter(word => word !== ''),
      state,
      archived: query.archived === 'true',
      after: place && { updatedAt: place[0], id: place[1] },
      limit: limit + 1,
    })
    return pageOf(found, limit, last => encodePlace(LIST, [last.updatedAt, last.id]))
  }),

  POST: endpoint('createSession', async ({ deps, body, once }) => {
    const opened = await openSession(deps, { settings: body, once })
    if (opened instanceof Refusal) return opened
    return reply(opened.created ? 201 : 200, opened.session)
  }),
})
