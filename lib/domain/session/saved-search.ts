import * as z from 'zod'

/** How many searches are kept, and how long a name and an address may be. */
export const MOST_SEARCHES = 30
const SEARCH_NAME_CHARS = 60
const ADDRESS_CHARS = 4_000

/** A search of the history that somebody keeps. `address`: the query string of its page. */
export const SavedSearch = z.object({ id: z.string(), name: z.string(), address: z.string() })
export type SavedSearch = z.infer<typeof SavedSearch>

export const NewSavedSearch = z.strictObject({
  name: z.string().trim().min(1).max(SEARCH_NAME_CHARS),
  address: z.string().min(1).max(ADDRESS_CHARS),
})
export type NewSavedSearch = z.infer<typeof NewSavedSearch>
