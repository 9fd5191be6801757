import * as z from 'zod'
import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { Instant } from '@/lib/domain/instant'
import { Refusal } from '@/lib/domain/problem'
import { SearchKind } from '@/lib/domain/search'
import { searchHistory } from '@/lib/run/search-history'
import { decodePlace, encodePlace, pageOf } from '@/lib/server/page-cursor'

const LIST = 'search'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('search', async ({ deps, query }) => {
    const { q, cursor, limit, ...filters } = query
    const place =
      cursor === undefined ? undefined : decodePlace(LIST, cursor, [Instant, SearchKind, z.uuid()])
    if (place instanceof Refusal) return place
    const found = await searchHistory(deps, {
      q,
      filters: { ...filters, from: filters.from, to: filters.to },
      after: place && { at: place[0], kind: place[1], id: place[2] },
      limit: limit + 1,
    })
    if (found instanceof Refusal) return found
    const page = pageOf(found, limit, last =>
      encodePlace(LIST, [last.place.at, last.place.kind, last.place.id]),
    )
    return { ...page, items: page.items.map(({ item }) => item) }
  }),
})
