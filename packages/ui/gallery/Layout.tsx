import { formatMoney } from '@hofn/texts/format.ts';
import {
  Button,
  Card,
  Columns,
  DescriptionList,
  Grid,
  Menu,
  Row,
  Section,
  Stack,
  Tag,
  TextField,
  Toolbar,
} from '@hofn/ui';
import styles from './gallery.module.css';
import { Part, type SectionProps } from './Part.tsx';

const gaps = ['none', 'xs', 's', 'm', 'l', 'xl', 'xxl'] as const;

/** Every step of the scale of gaps. */
const GapExamples = () => (
  <Row gap="l" align="start">
    {gaps.map((gap) => (
      <Stack key={gap} gap={gap}>
        <code>{gap}</code>
        <span className={styles.bar} />
        <span className={styles.bar} />
      </Stack>
    ))}
  </Row>
);

/** A stack, a row and a grid. */
const FlowExamples = (props: SectionProps) => {
  const { w, language } = props;
  const figures = [12_480, 8560, 5320, 1400];
  return (
    <>
      <Part {...props} id="stack" of={['Stack']}>
        <GapExamples />
        <Stack as="form" width="form" gap="l" onSubmit={(event) => event.preventDefault()}>
          <TextField label={w.layout.contact} type="email" autoComplete="off" />
          <Button type="submit">{w.layout.save}</Button>
          <Button kind="text">{w.layout.later}</Button>
        </Stack>
      </Part>
      <Part {...props} id="row" of={['Row']}>
        <Row>
          <Button>{w.layout.save}</Button>
          <Button kind="text">{w.layout.later}</Button>
        </Row>
        <Row justify="between" align="baseline">
          <h3>{w.cards.claim}</h3>
          <Tag icon="clock" kind="warning">
            {w.tags.missing}
          </Tag>
        </Row>
      </Part>
      <Part {...props} id="grid" of={['Grid']}>
        <Grid as="ul" size="small">
          {figures.map((amount) => (
            <Card as="li" key={amount}>
              {formatMoney(language, amount)}
            </Card>
          ))}
        </Grid>
        <Grid isFilled>
          <TextField label={w.layout.company} autoComplete="off" />
          <TextField label={w.layout.switchboard} autoComplete="off" />
        </Grid>
      </Part>
    </>
  );
};

/** A page's columns, its sections and what stands above a list. */
const PageExamples = (props: SectionProps) => {
  const { w } = props;
  const facts = (
    <Card as="div" kind="filled" title={w.parts.facts}>
      <DescriptionList
        items={[
          { term: w.facts.number, value: 'T-2026-004817' },
          { term: w.facts.day, value: w.facts.dayText },
        ]}
      />
    </Card>
  );
  return (
    <>
      <Part {...props} id="columns" of={['Columns']}>
        <Columns aside={facts}>
          <p>{w.timeline.settledText}</p>
        </Columns>
        <Columns aside={facts} size="small" gap="l" isAsideFirst>
          <p>{w.timeline.settledText}</p>
        </Columns>
      </Part>
      <Part {...props} id="section" of={['Section']}>
        <Section
          title={w.states.open}
          heading="h3"
          description={w.states.emptyText}
          actions={
            <Button kind="secondary" size="small">
              {w.layout.register}
            </Button>
          }
        >
          <p>{w.cards.claimText}</p>
        </Section>
      </Part>
      <Part {...props} id="toolbar" of={['Toolbar']}>
        <Toolbar
          label={w.states.open}
          end={
            <Menu
              label={w.layout.more}
              size="small"
              items={[{ key: 'change', label: w.layout.register, href: '#toolbar' }]}
            />
          }
        >
          <Button kind="text" icon="download">
            {w.layout.download}
          </Button>
          <Button kind="text" icon="print">
            {w.layout.print}
          </Button>
          <Button kind="text" icon="trash">
            {w.layout.clear}
          </Button>
        </Toolbar>
        <p>{w.cards.claimText}</p>
      </Part>
    </>
  );
};

/** The same things in each density, also one inside the other. */
const DensityExamples = (props: SectionProps) => {
  const { w } = props;
  const sample = (
    <Stack>
      <h3>{w.states.open}</h3>
      <p>{w.cards.claimText}</p>
      <TextField label={w.layout.company} autoComplete="off" />
      <Row>
        <Button>{w.layout.save}</Button>
        <Button size="small" kind="secondary">
          {w.layout.small}
        </Button>
        <Tag icon="clock">{w.tags.working}</Tag>
      </Row>
    </Stack>
  );
  return (
    <Part {...props} id="density">
      <Grid size="large" gap="l">
        <Card as="div" data-density="comfortable">
          {sample}
        </Card>
        <Card as="div" data-density="compact" gap="l">
          {sample}
          <div data-density="comfortable">
            <Button size="small">{w.layout.small}</Button>
          </div>
        </Card>
      </Grid>
    </Part>
  );
};

/** Parts that place others: gaps, columns, surfaces and density. */
export const Layout = (props: SectionProps) => (
  <>
    <FlowExamples {...props} />
    <PageExamples {...props} />
    <DensityExamples {...props} />
  </>
);
