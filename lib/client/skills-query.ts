import { useQuery } from '@tanstack/react-query'
import { api } from './api'
import { KEYS } from './keys'

/** The skills that there are now, read anew whenever somebody comes to look. */
export function useSkills() {
  const { data, error, refetch } = useQuery({
    queryKey: KEYS.skills,
    queryFn: ({ signal }) => api.listSkills(signal),
    staleTime: 0,
  })
  return { items: data?.items, error, again: () => void refetch() }
}
