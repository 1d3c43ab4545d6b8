/** The part of Idiomorph that the pages use. */
export const Idiomorph: {
  morph(
    old: Element,
    fresh: Element,
    options: {
      callbacks: { beforeAttributeUpdated(name: string, element: Element): boolean; beforeNodeMorphed(node: Node): boolean; beforeNodeRemoved(node: Node): boolean };
    },
  ): void;
};
