import * as z from 'zod'
import { Refusal } from '@/lib/domain/contract/problem'
import { Instant } from '@/lib/domain/instant'
import { SearchKind } from '@/lib/domain/session/search'
import { listPage } from '@/lib/http/list-page'
import { resource } from '@/lib/http/resource'
import { countHistory, searchHistory } from '@/lib/run/queries/search-history'

const PLACE = [z.int(), Instant, SearchKind, z.uuid()] as const

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/search', {
  GET: async ({ deps, query }) => {
    const { q, kind, tool, decision, from, to } = query
    const filters = { kind, tool, decision, from, to }
    const page = await listPage(
      { name: 'search', place: PLACE, query },
      (place, limit) => {
        const after = place && { rank: place[0], at: place[1], kind: place[2], id: place[3] }
        return searchHistory(deps, { q, filters, after, limit })
      },
      ({ place: { rank, at, kind, id } }) => [rank, at, kind, id],
    )
    if (page instanceof Refusal) return page
    const isWhole = query.cursor === undefined && page.nextCursor === null
    const count = isWhole
      ? { total: page.items.length, isMore: false }
      : await countHistory(deps, { q, filters })
    return { ...page, ...count, items: page.items.map(({ item }) => item) }
  },
})
