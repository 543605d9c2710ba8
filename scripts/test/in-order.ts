import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs the projects in the order of the configuration, and of each the largest files first. By itself vitest sorts
 * projects by name: the tests that start programs, the longest ones, would begin last, and one worker would end the
 * run alone.
 */
export default class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = new Map(this.ctx.projects.map(({ name }, index) => [name, index]));
    const placeOf = ({ project }: TestSpecification) => place.get(project.name) ?? 0;
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}
