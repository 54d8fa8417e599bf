/** The forms in which a figure is taken away. */
export const FILE_KINDS = ['SVG', 'PNG', 'CSV'] as const;
export type FigureFileKind = (typeof FILE_KINDS)[number];
