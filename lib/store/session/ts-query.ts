import type { SearchTerm } from '@/lib/text/search-terms'

/** Words are letters and digits only, so that quoting them is enough. */
export function tsQuery(terms: SearchTerm[]): string {
  return terms
    .map(({ words, isPhrase, isExcluded }) => {
      const parts = words.map((word, at) => {
        const isOpen = !isPhrase && at === words.length - 1
        return `'${word}'${isOpen ? ':*' : ''}`
      })
      return `${isExcluded ? '!' : ''}(${parts.join(' <-> ')})`
    })
    .join(' & ')
}
