import { builder } from '../../graphql/builder.ts'

export const RoadmapStatusRef = builder.enumType('RoadmapStatus', {
  description: 'Progress of a roadmap.',
  values: {
    backlog: { value: 'backlog', description: 'In the backlog, not yet planned.' },
    planned: { value: 'planned', description: 'Planned.' },
    in_progress: { value: 'in_progress', description: 'In progress.' },
    completed: { value: 'completed', description: 'Completed.' },
  } as const,
})

export const RoadmapModeRef = builder.enumType('RoadmapMode', {
  description: 'Display mode of a roadmap.',
  values: {
    kanban: { value: 'kanban', description: 'Columns of cards.' },
    list: { value: 'list', description: 'Rows of a list.' },
    timeline: { value: 'timeline', description: 'Bars on a calendar.' },
  } as const,
})

export const ScoreTypeRef = builder.enumType('ScoreType', {
  description: 'Scoring method of a roadmap.',
  values: {
    none: { value: 'none', description: 'No score.' },
    votes: { value: 'votes', description: 'Sum of the up-votes of its posts.' },
    rice: {
      value: 'rice',
      description: 'Average of reach × impact × confidence ÷ effort over the posts with all four inputs.',
    },
    ice: {
      value: 'ice',
      description: 'Average of impact × confidence × ease over the posts with all three inputs.',
    },
  } as const,
})

export const KanbanViewGroupRef = builder.enumType('KanbanViewGroup', {
  description: 'Grouping of the columns of the kanban view.',
  values: {
    status: { value: 'status', description: 'One column per status.' },
    month: { value: 'month', description: 'One column per month.' },
    quarter: { value: 'quarter', description: 'One column per quarter.' },
  } as const,
})
