import type { Router } from 'express'
import { createServer } from 'vite'
import { publicRoutes } from '../../src/portal/public-routes.ts'
import { portalRoutes } from '../../src/portal/routes.ts'
import type { PortalTools } from '../../src/portal/visit/portal-tools.ts'
import { ROOT } from './contract/source-files.ts'

/** Returns the paths of the console's own router, without `/console`. Vite loads it as it builds it. */
export async function consoleRoutes(): Promise<string[]> {
  const vite = await createServer({
    configFile: `${ROOT}.config/vite.ts`,
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
  })
  try {
    const loaded = await vite.ssrLoadModule('/router.ts')
    const { routesByPath } = loaded.router as { routesByPath: Record<string, unknown> }
    return Object.keys(routesByPath)
  } finally {
    await vite.close()
  }
}

/**
 * Returns the paths of the server's pages: sign-in, consent and invitations, and the portal's below `/@:organization`.
 */
export function serverRoutes(): string[] {
  const pages = portalRoutes({} as PortalTools, () => {
    throw new Error('No page is requested')
  })
  const portal = publicRoutes({} as PortalTools, async () => null)
  const below = pathsOf(portal).map((path) => `/@:organization${path === '/' ? '' : path}`)
  return [...new Set([...pathsOf(pages), ...below])].filter((path) => !isFile(path))
}

/** Files and feeds are no pages. */
const isFile = (path: string) => /\.\w+$|\{\*/.test(path)

/** Returns the paths of a router that answer GET, with those of the routers in it. */
function pathsOf(router: Router): string[] {
  return router.stack.flatMap(({ route, handle }) => {
    if (route) return route.stack.some(({ method }) => method === 'get') ? [String(route.path)] : []
    return isRouter(handle) ? pathsOf(handle) : []
  })
}

const isRouter = (handle: unknown): handle is Router => typeof handle === 'function' && 'stack' in handle
