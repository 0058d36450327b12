import { useState } from 'react'
import { validSearch, type PostsSearch } from './search.ts'

const MAX_VIEWS = 20

/** Filters and an order with a name. */
export type View = { name: string; search: PostsSearch }

const storageKey = (organization: string) => `echolog.views.${organization}`

function storedViews(organization: string): View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(organization)) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((one: Partial<View> | null) =>
      typeof one?.name === 'string' ? [{ name: one.name, search: validSearch({ ...one.search }) }] : [],
    )
  } catch {
    return []
  }
}

/** The views of this browser for an organization. `save` replaces the one of the same name. */
export function useViews(organization: string) {
  const [views, setViews] = useState(() => storedViews(organization))
  const store = (next: View[]) => {
    localStorage.setItem(storageKey(organization), JSON.stringify(next))
    setViews(next)
  }
  return {
    views,
    save: (view: View) => store([...views.filter(({ name }) => name !== view.name), view].slice(-MAX_VIEWS)),
    remove: (view: View) => store(views.filter((one) => one !== view)),
  }
}
