export { type DemoFact, type DemoSignIn, demoFacts, demoPeople, demoSignIns, demoSource } from './demo.ts';
