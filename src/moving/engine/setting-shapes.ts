import type { Shape } from './drafts.ts'
import type { SettingKind } from './world.ts'

const NAMED = { id: 'int', name: 'text', color: 'text', created_at: 'timestamptz', updated_at: 'timestamptz' }

/** How rows of settings are stored. */
export const SHAPES: Record<SettingKind, Shape> = {
  status: {
    kind: 'status',
    table: 'statuses',
    columns: {
      id: 'int',
      slug: 'text',
      name: 'text',
      kind: 'status_kind',
      color: 'text',
      position: 'int',
      percentage: 'float8',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
  },
  bucket: {
    kind: 'bucket',
    table: 'buckets',
    columns: {
      ...{ id: 'int', slug: 'text', name: 'text', description: 'text', private: 'boolean' },
      ...{ requires_moderation: 'boolean', position: 'int' },
      ...{ created_at: 'timestamptz', updated_at: 'timestamptz' },
    },
  },
  tag: { kind: 'tag', table: 'tags', columns: NAMED },
  label: { kind: 'label', table: 'changelog_labels', columns: NAMED },
}
