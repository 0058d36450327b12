import type { Scene } from '../support/fixtures/scene.ts'

/** A page, and how to open it. */
export type PageEntry = {
  /** Path as the router of the page has it. Another entry of the same route shows another state of it. */
  route: string
  /** Path with the ids of a scene. */
  address: (scene: Scene) => string
  /** Text that is visible once the page has its data. */
  shows: (scene: Scene) => string | RegExp
  /** Whether it is read without a session. Pages of the console have one. */
  isSignedOut?: boolean
  /** Status of the answer. Default 200. */
  status?: number
  /** Maximum size of its compressed JavaScript, in bytes, if it is not that of the list. */
  maxScript?: number
  /** Name of its picture in the documentation. */
  picture?: string
}

/** Things of a scene with a page of the console. */
type ConsoleThing =
  'post' | 'similar' | 'webhook' | 'ownApp' | 'entry' | 'roadmap' | 'plannedImport' | 'doneImport'

/** Address below the organization of a scene in the console. */
export const inConsole = (path: string) => (scene: Scene) =>
  `/console/${scene.slug}${path.replaceAll(/:(\w+)/g, (_, name: ConsoleThing) => scene[name].id)}`
/** Address below the portal of a scene. */
export const inPortal = (path: string) => (scene: Scene) =>
  `/@${scene.slug}${path.replaceAll(/:(\w+)/g, (_, name: 'post') => scene[name].slug)}`
/** The same text for every scene. */
export const text = (value: string | RegExp) => () => value

/** Returns the routes of a list, each once. */
export const routesOf = (pages: PageEntry[]): string[] => [...new Set(pages.map(({ route }) => route))].sort()
