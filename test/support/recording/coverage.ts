import { readdirSync } from 'node:fs'
import { routes } from '../../../rest-compat/routes.ts'
import { readStatuses } from './compare.ts'
import { RECORDED } from './play-areas.ts'

type Recorded = { method: string; path: string; status: number }

/** The names of all recordings. */
export const recordedNames = (): string[] =>
  readdirSync(RECORDED)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length))

/** The routes that lack a recorded answer with a status from `from` to `to`. */
export function routesWithout(from: number, to: number): string[] {
  const answers = recordedNames().flatMap((name) => answersIn(new URL(`${name}.txt`, RECORDED)))
  const matching = answers.filter(({ status }) => status >= from && status <= to)
  const covered = new Set(matching.map(routeOf))
  return routes.map(([method, path]) => `${method} ${path}`).filter((route) => !covered.has(route))
}

function answersIn(file: URL): Recorded[] {
  return readStatuses(file).map(({ heading, status }) => {
    const [method = '', target = ''] = heading.split(' ')
    return { method, path: target.split('?')[0] ?? '', status }
  })
}

/** The first route of the table that accepts the request, as the router finds it. */
function routeOf({ method, path }: Recorded): string | undefined {
  const route = routes.find(
    ([own, pattern]) => own === method && new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  )
  return route && `${route[0]} ${route[1]}`
}
