import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

/** Views of a roadmap, and how its board is divided. The address has them only where the person chose another. */
export type View = 'kanban' | 'list' | 'timeline'
export type Columns = 'status' | 'month' | 'quarter'
export type RoadmapSearch = { view?: View; columns?: Columns; sort?: 'score' }
const VIEWS: readonly unknown[] = ['kanban', 'list', 'timeline'] satisfies View[]
const COLUMNS: readonly unknown[] = ['status', 'month', 'quarter'] satisfies Columns[]

/** The address has the archived roadmaps where they are shown. */
type RoadmapsSearch = { archived?: true }

const roadmaps = createRoute({
  getParentRoute: () => organization,
  path: '/roadmaps',
  validateSearch: ({ archived }: Record<string, unknown>): RoadmapsSearch =>
    archived === true ? { archived } : {},
  component: lazyRouteComponent(() => import('./roadmaps.tsx'), 'Roadmaps'),
})

const roadmap = createRoute({
  getParentRoute: () => organization,
  path: '/roadmaps/$roadmap',
  validateSearch: ({ view, columns, sort }: Record<string, unknown>): RoadmapSearch => ({
    ...(VIEWS.includes(view) && { view: view as View }),
    ...(COLUMNS.includes(columns) && { columns: columns as Columns }),
    ...(sort === 'score' && { sort }),
  }),
  component: lazyRouteComponent(() => import('./roadmap.tsx'), 'RoadmapPage'),
})

/** Addresses of the folder. */
export const roadmapRoutes = [roadmaps, roadmap] as const
