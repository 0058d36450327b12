import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { searchOf, type DeliverySearch } from './search.ts'

/** Parts of the address that change. An undefined part leaves it. */
export type SearchChange = { [Key in keyof DeliverySearch]?: DeliverySearch[Key] | undefined }

/** Returns the address after a change. */
export const changed = (search: DeliverySearch, change: SearchChange): DeliverySearch =>
  searchOf({ ...search, ...change })

/** Returns a function that changes the address of the list. A filter is a step that Back takes back. */
export function useSearchChange(search: DeliverySearch) {
  const navigate = useNavigate()
  return useCallback(
    (change: SearchChange) => void navigate({ to: '.', search: changed(search, change) }),
    [navigate, search],
  )
}
